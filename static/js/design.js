// The page of components shows the keypad and the picker.
import './keypad.js';
import './picker.js';
