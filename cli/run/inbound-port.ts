import { Option } from 'commander';
import { functions } from '../../functions/wiring.ts';
import { wholeNumber } from '../input/options.ts';

export interface InboundFlags {
  readonly inboundPort?: number;
}

export const inboundPortOption = (): Option =>
  new Option(
    '--inbound-port <number>',
    'take the calls of inbound in the config on this port, from this machine only: lead a tunnel to it',
  ).argParser(wholeNumber(0, 65_535));

/** The functions of a lasting run: without the port nobody calls in, and no secret is needed for it. */
export function functionsOf({ inboundPort }: InboundFlags) {
  const { 'receive-events': inbound, ...others } = functions;
  return [...Object.values(others), ...(inboundPort === undefined ? [] : [inbound])];
}
