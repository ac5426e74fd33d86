/**
 * How many alarms a stage has, each paid for by the month: those of `infra/monitoring/alarms.ts`, and those of telling,
 * which exist where the config says whom to tell. A test of `infra` compares both with the templates.
 */
export const alarmCounts = { ofStage: 20, ofTelling: 2 } as const;
