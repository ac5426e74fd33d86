import { stackName, stageOutputs } from '../../../shared/runtime/stage-names.ts';
import type { AccountPorts } from '../../aws/account.ts';
import { isEmptyShell } from '../../aws/describe-stack.ts';
import { type Check, failed, ok, warning } from '../check.ts';
import { explained } from '../explained.ts';

/** An address that did not confirm gets no alarm, and CloudFormation does not report it. */
export function checkMail(
  stage: string,
  address: string,
  { describeStack, mailSubscription, explain }: AccountPorts,
): Check {
  return {
    name: 'mail of alarms',
    needs: ['stacks'],
    run: () =>
      explained(explain, async () => {
        const monitoring = await describeStack(stackName(stage, 'monitoring'));
        if (monitoring === null || isEmptyShell(monitoring)) return ok('nothing is deployed yet');
        const topic = monitoring.outputs[stageOutputs.mailTopic];
        if (topic === undefined) {
          return warning(`the deployed alarms do not mail ${address}`, `npm run deploy -- --stage ${stage}`);
        }
        const subscription = await mailSubscription(topic, address);
        if (subscription === 'confirmed') return ok(`${address} has confirmed`);
        const found =
          subscription === 'pending'
            ? `${address} has not confirmed yet and gets no alarm`
            : `${address} is not subscribed and gets no alarm: the link in AWS's mail was not followed within 48 hours, or the address was unsubscribed`;
        return failed(
          found,
          `follow the link in AWS's mail; to get a new mail: aws sns subscribe --topic-arn ${topic} ` +
            `--protocol email --notification-endpoint ${address}`,
        );
      }),
  };
}
