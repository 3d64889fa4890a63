// A player's own hand: points by keypad, or by cards that are added up.
import './keypad.js';
import './picker.js';
import './worth.js';
