// Lets the scripts of this folder import packages that are installed elsewhere: below `target/tools`, where the
// environment variable UTH_NODE_PACKAGES says. Given to node with --import.

import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const here = new URL(".", import.meta.url).href;
const packages = pathToFileURL(`${process.env.UTH_NODE_PACKAGES}/package.json`).href;

registerHooks({
  resolve(specifier, context, next) {
    const bare = !/^(\.|\/|[a-z]+:)/.test(specifier);
    const ours = bare && context.parentURL?.startsWith(here);
    return next(specifier, ours ? { ...context, parentURL: packages } : context);
  },
});
