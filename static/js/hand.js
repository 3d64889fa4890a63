// A player's own hand: points by keys, or cards that add up.
import './keypad.js';
import './picker.js';
import './worth.js';
