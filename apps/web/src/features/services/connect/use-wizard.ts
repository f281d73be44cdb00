import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { currentStep, STANDARD_INTERVAL, type SyncInterval } from './connect-rules.ts'
import { useConnectionTest } from './connection-result.tsx'
import { initialValues, type SettingValue, type SettingValues, toSettingFields, toSettings } from './setting-values.ts'

interface WizardAddress {
  readonly type?: string | undefined
  readonly step?: string | undefined
}

/** Stores the wizard's step in the URL, so that the browser's Back button works. */
const useWizardAddress = () => {
  const { type, step }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const hasMoved = useRef(false)
  return {
    type: typeof type === 'string' ? type : undefined,
    step: typeof step === 'string' ? step : undefined,
    /** whether the step was reached from another one */
    hasMoved: hasMoved.current,
    goTo: (search: WizardAddress): void => {
      hasMoved.current = true
      void navigate({ to: '/admin/services/new', search })
    },
  }
}

type ByType<T> = Readonly<Record<string, T>>

/** The wizard's step and all entered values, which are kept when switching steps or types. */
export const useWizard = (types: readonly ServiceType[]) => {
  const address = useWizardAddress()
  const [typed, setTyped] = useState<ByType<SettingValues>>({})
  const [names, setNames] = useState<ByType<string>>({})
  const [interval, setInterval] = useState<SyncInterval>(STANDARD_INTERVAL)
  const test = useConnectionTest()

  const type = types.find((known) => known.type === address.type) ?? null
  const id = type?.type ?? ''
  const fields = useMemo(() => (type ? toSettingFields(type) : []), [type])
  const values = useMemo(() => ({ ...initialValues(fields), ...typed[id] }), [fields, typed, id])
  const settings = toSettings(fields, values)
  const hasSettings = fields.length > 0
  const isTested = test.outcomeOf({ type: id, settings }).result?.ok === true
  return {
    type,
    step: currentStep({ type, step: address.step, hasSettings, isTested }),
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
