import { delimiter } from 'node:path';

/** The environment of somebody with npm and a Node of their own: nothing in it leads to this project. */
export function newcomersEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => !/^(npm_|INIT_CWD$|NODE_PATH$)/.test(name));
  const programs = (environment.PATH ?? '').split(delimiter);
  return {
    ...Object.fromEntries(own),
    PATH: programs.filter((folder) => !folder.includes('node_modules')).join(delimiter),
  };
}
