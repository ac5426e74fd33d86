import { mutants } from './mutants.ts';
import { testKills } from './test-kills.ts';

testKills(mutants);
