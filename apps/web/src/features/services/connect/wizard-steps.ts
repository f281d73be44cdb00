import type { ServiceType } from '#contract/services.ts'

/** `platform`: what to connect · `settings`: how it is reached · `finish`: what it is called and how often it is fetched */
export type WizardStep = 'platform' | 'settings' | 'finish'

interface Wanted {
  readonly type: ServiceType | null
  readonly step: string | undefined
  /** the type has settings to fill in */
  readonly hasSettings: boolean
  /** the present settings were tried and work */
  readonly isTested: boolean
}

/** The step to show: never one that a step before it has not been done for. */
export const stepOf = ({ type, step, hasSettings, isTested }: Wanted): WizardStep => {
  if (type === null || !type.available) return 'platform'
  if (!hasSettings) return 'finish'
  return step === 'finish' && isTested ? 'finish' : 'settings'
}

/** The steps on the way to such a service, in order. */
export const stepsOf = (hasSettings: boolean): WizardStep[] =>
  hasSettings ? ['platform', 'settings', 'finish'] : ['platform', 'finish']
