// The end of a game: its picture to share, and the race to see again.
import './replay.js';
import './share.js';
import './unsent.js';
