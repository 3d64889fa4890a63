// Storage names of this installation. Several can be on one host, in different folders, and share its storage.
export const FOLDER = new URL(self.registration.scope).pathname;
export const DATABASE = `kalooki ${FOLDER}`;
export const CHANNEL = `kalooki ${FOLDER}`;
export const CACHES = `kalooki ${FOLDER} `;
// Names from before they contained the folder; shared by all installations on a host.
export const EARLIER_DATABASE = 'kalooki';
export const EARLIER_CACHES = 'kalooki-';
