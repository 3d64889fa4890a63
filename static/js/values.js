// The values of a form by field name: as they are, or as the server sent them (SERVED).

// `key` and `base` come from the served page, never from a draft.
export const kept = (form) => [...form.elements].filter((field) => field.name && !field.disabled
  && !['hidden', 'submit', 'button', 'password', 'file', 'fieldset'].includes(field.type) && !field.hasAttribute('data-no-draft'));
export const isTick = (field) => field.type === 'radio' || field.type === 'checkbox';
const CURRENT = { value: (field) => field.value, isOn: (field) => field.checked };
export const SERVED = {
  value: (field) => (field.options ? ([...field.options].find((option) => option.defaultSelected) ?? field.options[0]).value : field.defaultValue),
  isOn: (field) => field.defaultChecked,
};
export const read = (form, { value, isOn } = CURRENT) => {
  const values = {};
  kept(form).forEach((field) => {
    const list = (values[field.name] ??= []);
    if (!isTick(field) || isOn(field)) list.push(value(field));
  });
  return values;
};
export const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);
// Such as by a tap before the page's script had loaded.
export const isChanged = (form) => !alike(read(form), read(form, SERVED));
