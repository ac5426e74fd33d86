/**
 * Each of these costs $0.10 a month. `id` begins its name in CloudWatch; `impact` tells the person on call what goes
 * wrong and for whom; `heading` is in docs/runbook.md.
 */
export const stageAlarms = {
  composingStopped: {
    id: 'ComposingStopped',
    impact:
      'No sweep has ended for ten minutes: signals are recorded, but routes with scheduled times and failed digests may ' +
      'wait until it runs again, and no other alarm is raised.',
    heading: 'Composing stopped',
  },
  composingFails: {
    id: 'ComposingFails',
    impact: 'Sweeps fail: digests may be created and sent late, and other alarms told late.',
    heading: 'Composing fails',
  },
  deadLetters: {
    id: 'DeadLetters',
    impact:
      'A message could not be handled in five attempts: its function crashes or runs out of time. The next ticks and ' +
      'sweeps do its work again; hot signals may be sent without their summary.',
    heading: 'Dead letters',
  },
  alarmsUnsent: {
    id: 'AlarmsUnsent',
    impact:
      'Alarms may be active without a message. List the active alarms with `signalpost status`, then fix the delivery.',
    heading: 'Alarms are not sent',
  },
  /** It exists only where the config has `inbound`. */
  callsRefused: {
    id: 'CallsRefused',
    impact:
      'The address for events and clicks keeps refusing calls: a secret differs from the one of the sender, whose events ' +
      'and clicks are then lost, or somebody attacks the address. Polling goes on as always.',
    heading: 'Calls are refused',
  },
} as const;
