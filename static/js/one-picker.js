// Several card fields on a page: only one picker is open at a time, and a tap on another tray opens its picker, as
// does the event picker:open on its input.
import './picker.js';

document.querySelectorAll('[data-one-picker]').forEach((group) => {
  const fields = [...group.querySelectorAll('.field')].filter((field) => field.querySelector('.picker'));
  const open = (field) => fields.forEach((one) => one.classList.toggle('picker-shut', one !== field));
  fields.forEach((field) => {
    field.addEventListener('focusin', () => open(field));
    field.addEventListener('click', () => open(field));
    field.addEventListener('picker:open', () => open(field));
  });
  const empty = fields.find((field) => !field.querySelector('input[data-picker]').value);
  open(group.querySelector('.field-wrong') || empty || fields.at(-1));
});
