// The style guide: opens the keypad and the picker.
import './keypad.js';
import './picker.js';
