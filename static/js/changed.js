// Whether a form was changed since the page was served, such as by a tap before its script had loaded.
export const isChanged = (form) => [...form.querySelectorAll('input')]
  .some((input) => input.checked !== input.defaultChecked || input.value !== input.defaultValue);
