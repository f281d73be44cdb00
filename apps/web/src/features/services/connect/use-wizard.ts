import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { STANDARD_INTERVAL, type SyncInterval, stepOf } from './connect-rules.ts'
import { fieldsOf, initialValues, type SettingValue, type SettingValues, toSettings } from './setting-values.ts'
import { useConnectionTest } from './use-connection-test.ts'

interface WizardAddress {
  readonly type?: string | undefined
  readonly step?: string | undefined
}

/** The step of the wizard stands in the address, so that the browser's Back is the wizard's. */
const useWizardAddress = () => {
  const { type, step }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const hasMoved = useRef(false)
  return {
    type: typeof type === 'string' ? type : undefined,
    step: typeof step === 'string' ? step : undefined,
    /** whether somebody came here from another step */
    hasMoved: hasMoved.current,
    goTo: (search: WizardAddress): void => {
      hasMoved.current = true
      void navigate({ to: '/admin/services/new', search })
    },
  }
}

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
  const values = useMemo(() => ({ ...initialValues(fields), ...typed[id] }), [fields, typed, id])
  const settings = toSettings(fields, values)
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
