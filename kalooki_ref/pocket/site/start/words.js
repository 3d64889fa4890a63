// Messages of the start page in the browser's language; the app's catalogues aren't loaded yet.
const ITALIAN = {
  '%done of %total MB': '%done di %total MB',
  'Starting for the first time …': 'Primo avvio …',
  'Getting every page ready …': 'Preparo tutte le pagine …',
  'Getting ready …': 'Preparo tutto …',
  'Starting …': 'Avvio …',
  'Try again': 'Riprova',
  'The whole app is coming to this phone, once. After that it needs no network.':
    'L’app si scarica tutta su questo telefono, una volta sola. Poi non le serve più la rete.',
  'That didn’t work. Check your connection, and free some space on this phone.':
    'Non ha funzionato. Controlla la connessione e libera un po’ di spazio sul telefono.',
  'That didn’t work. Try again.': 'Non ha funzionato. Riprova.',
  'The connection stopped. What has arrived is kept: try again.':
    'La connessione si è interrotta. Ciò che è arrivato resta: riprova.',
  'The browser has deleted part of the app. Your games are still here: connect to the network and try again.':
    'Il browser ha cancellato una parte dell’app. Le partite ci sono ancora: collegati alla rete e riprova.',
  'A newer version of the app saved your games, and this phone still has the older one. Connect to the network and try again.':
    'Una versione più nuova dell’app ha salvato le partite e questo telefono ha ancora quella vecchia. Collegati alla rete e riprova.',
  'That didn’t work. Your games are still here. Try again, or save them as a file.':
    'Non ha funzionato. Le partite ci sono ancora. Riprova, o salvale in un file.',
  'Save the games as a file': 'Salva le partite in un file',
  'This network answers with a page of its own. Sign in to it, or use another network, then try again.':
    'Questa rete risponde con una pagina sua. Accedi alla rete, o usane un’altra, poi riprova.',
  'The web host doesn’t send a file as it should. Please show this to the person who put the app there:':
    'Il sito web non manda un file come dovrebbe. Mostra questo a chi ci ha messo l’app:',
  'This browser is too old to keep the app. Update it, or use another one.':
    'Questo browser è troppo vecchio per conservare l’app. Aggiornalo o usane un altro.',
  'That didn’t work. Free some space on this phone.': 'Non ha funzionato. Libera un po’ di spazio sul telefono.',
  'This browser can’t keep the app. Open this address over https, outside a private window.':
    'Questo browser non può conservare l’app. Apri l’indirizzo con https, fuori da una finestra privata.',
};
const SPANISH = {
  '%done of %total MB': '%done de %total MB',
  'Starting for the first time …': 'Primer arranque …',
  'Getting every page ready …': 'Preparando todas las páginas …',
  'Getting ready …': 'Preparando …',
  'Starting …': 'Arrancando …',
  'Try again': 'Reintentar',
  'The whole app is coming to this phone, once. After that it needs no network.':
    'La app entera se descarga en este teléfono, una sola vez. Después no necesita red.',
  'That didn’t work. Check your connection, and free some space on this phone.':
    'No ha funcionado. Revisa la conexión y libera espacio en el teléfono.',
  'That didn’t work. Try again.': 'No ha funcionado. Inténtalo otra vez.',
  'The connection stopped. What has arrived is kept: try again.':
    'La conexión se ha cortado. Lo que ha llegado se conserva: inténtalo otra vez.',
  'The browser has deleted part of the app. Your games are still here: connect to the network and try again.':
    'El navegador ha borrado parte de la app. Tus partidas siguen aquí: conéctate a la red e inténtalo otra vez.',
  'A newer version of the app saved your games, and this phone still has the older one. Connect to the network and try again.':
    'Una versión más nueva de la app guardó tus partidas y este teléfono aún tiene la anterior. Conéctate a la red e inténtalo otra vez.',
  'That didn’t work. Your games are still here. Try again, or save them as a file.':
    'No ha funcionado. Tus partidas siguen aquí. Inténtalo otra vez o guárdalas en un archivo.',
  'Save the games as a file': 'Guardar las partidas en un archivo',
  'This network answers with a page of its own. Sign in to it, or use another network, then try again.':
    'Esta red responde con una página suya. Inicia sesión en ella, o usa otra red, y vuelve a intentarlo.',
  'The web host doesn’t send a file as it should. Please show this to the person who put the app there:':
    'El alojamiento web no envía un archivo como debería. Muestra esto a quien puso allí la app:',
  'This browser is too old to keep the app. Update it, or use another one.':
    'Este navegador es demasiado antiguo para guardar la app. Actualízalo o usa otro.',
  'That didn’t work. Free some space on this phone.': 'No ha funcionado. Libera espacio en el teléfono.',
  'This browser can’t keep the app. Open this address over https, outside a private window.':
    'Este navegador no puede guardar la app. Abre la dirección con https, fuera de una ventana privada.',
};
const CATALOGUES = { en: {}, it: ITALIAN, es: SPANISH };

const language = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in CATALOGUES) ?? 'en';
document.documentElement.lang = language;

export const say = (sentence, values = {}) => Object.entries(values).reduce(
  (text, [name, value]) => text.replace(`%${name}`, value), CATALOGUES[language][sentence] ?? sentence,
);
