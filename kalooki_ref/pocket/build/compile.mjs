// Compiles the staged sources with the very Python that will run them, and packs them; Node runs this in build/pocket.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const python = await loadPyodide({ env: { HOME: '/home', PYTHONHASHSEED: '0' } });
python.mountNodeFS('/sources', process.cwd());
rmSync('packs', { recursive: true, force: true });
mkdirSync('packs');
python.runPython(readFileSync('compile_packs.py', 'utf8'));
writeFileSync('packs/wasm', readFileSync('node_modules/pyodide/pyodide.asm.wasm'));
const params = { [constants.ZSTD_c_compressionLevel]: Number(process.argv[2]), [constants.ZSTD_c_windowLog]: 24 };
for (const name of ['app', 'library', 'upgrade', 'wasm']) {
  writeFileSync(`packs/${name}.zst`, zstdCompressSync(readFileSync(`packs/${name}`), { params }));
}
