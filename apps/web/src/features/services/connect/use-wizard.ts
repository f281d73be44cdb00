import { useMemo, useState } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { type SettingValue, type SettingValues, sentSettings, startValues } from './setting-values.ts'
import { fieldsOf } from './settings-schema.ts'
import { STANDARD_INTERVAL, type SyncInterval } from './sync-interval.ts'
import { useConnectionTest } from './use-connection-test.ts'
import { useWizardAddress } from './use-wizard-address.ts'
import { stepOf } from './wizard-steps.ts'

type ByType<T> = Readonly<Record<string, T>>

/** Where somebody is on the way to a new service, and all that was typed, which stays whichever way they go. */
export const useWizard = (types: readonly ServiceType[]) => {
  const address = useWizardAddress()
  const [typed, setTyped] = useState<ByType<SettingValues>>({})
  const [names, setNames] = useState<ByType<string>>({})
  const [interval, setInterval] = useState<SyncInterval>(STANDARD_INTERVAL)
  const test = useConnectionTest()

  const type = types.find((known) => known.type === address.type) ?? null
  const id = type?.type ?? ''
  const fields = useMemo(() => (type ? fieldsOf(type) : []), [type])
  const values = useMemo(() => ({ ...startValues(fields), ...typed[id] }), [fields, typed, id])
  const settings = sentSettings(fields, values)
  const hasSettings = fields.length > 0
  const isTested = test.outcomeOf({ type: id, settings }).result?.ok === true
  return {
    type,
    step: stepOf({ type, step: address.step, hasSettings, isTested }),
    hasMoved: address.hasMoved,
    goTo: address.goTo,
    fields,
    values,
    settings,
    hasSettings,
    test,
    hasTyped: Object.keys(typed).length > 0,
    change: (name: string, value: SettingValue) => setTyped({ ...typed, [id]: { ...typed[id], [name]: value } }),
    name: names[id] ?? type?.title ?? '',
    rename: (name: string) => setNames({ ...names, [id]: name }),
    interval,
    setInterval,
  }
}
