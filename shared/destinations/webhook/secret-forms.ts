import { checkDestinationUrl } from '../../domain/routes/destination-url.ts';
import type { SecretForm } from '../destination.ts';
import { UnusableSecretError } from '../destination-errors.ts';
import { createSigners } from './sign.ts';

export const receiverAddress: SecretForm = {
  name: 'the address of a webhook',
  example: 'https://crm.example.com/hooks/signalpost',
  findProblem(value, permitLocal) {
    const problem = checkDestinationUrl(value, permitLocal);
    return problem === null ? null : `the address in it ${problem}`;
  },
};

export const signingKey: SecretForm = {
  name: 'a signing key',
  example: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  findProblem(value) {
    const field = 'it';
    try {
      createSigners(value, field);
      return null;
    } catch (error) {
      if (error instanceof UnusableSecretError) return error.message.replace(`${field} can't sign: `, '');
      throw error;
    }
  },
};
