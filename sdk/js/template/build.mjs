// Makes my-js-tools.wasm of tool.js: lays world.wit and the host's WIT packages together, then runs componentize-qjs.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** The `wit` folder of the tool host: where UNITY_TOOLS_WIT says, else that of the nearest parent folder that has one. */
function findWit() {
  const isIt = (folder) => {
    const world = join(folder, 'world.wit');
    return existsSync(world) && readFileSync(world, 'utf8').includes('package unity-tools:tool@');
  };
  if (process.env.UNITY_TOOLS_WIT) {
    if (isIt(process.env.UNITY_TOOLS_WIT)) return process.env.UNITY_TOOLS_WIT;
    throw new Error(`UNITY_TOOLS_WIT is ${process.env.UNITY_TOOLS_WIT}, which is not the wit folder of the tool host`);
  }
  for (let folder = here; ; folder = dirname(folder)) {
    if (isIt(join(folder, 'wit'))) return join(folder, 'wit');
    if (folder === dirname(folder)) {
      throw new Error('set UNITY_TOOLS_WIT to the wit folder of a checkout of the tool host');
    }
  }
}

const source = findWit();
const wit = join(here, 'build', 'wit');
rmSync(wit, { recursive: true, force: true });
const toolPackage = join(wit, 'deps', 'unity-tools-tool');
mkdirSync(toolPackage, { recursive: true });
cpSync(join(source, 'deps'), join(wit, 'deps'), { recursive: true });
for (const file of readdirSync(source).filter((name) => name.endsWith('.wit'))) {
  cpSync(join(source, file), join(toolPackage, file));
}
cpSync(join(here, 'world.wit'), join(wit, 'world.wit'));

execFileSync(
  process.execPath,
  [
    join(here, 'node_modules', 'componentize-qjs', 'bin', 'componentize-qjs'),
    ...['--wit', wit, '--world', 'my-js-tools', '--js', join(here, 'tool.js')],
    ...['--sync', '--stub-wasi', '--opt-size', '--output', join(here, 'my-js-tools.wasm')],
  ],
  { stdio: 'inherit' },
);
