export { buildBundles as default } from '../../build/bundles.ts';
