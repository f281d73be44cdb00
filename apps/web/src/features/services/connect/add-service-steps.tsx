import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { hasPlatform } from '../state/service-state.ts'
import { useAddService } from '../use-service-changes.tsx'
import { FinishStep } from './finish-step.tsx'
import { PlatformStep } from './platform-step.tsx'
import { type SettingValues, sentSettings, startValues } from './setting-values.ts'
import { settingFields } from './settings-schema.ts'
import { SettingsStep } from './settings-step.tsx'
import { StepList } from './step-list.tsx'
import { STANDARD_INTERVAL } from './sync-interval.ts'
import { useConnectionTest } from './use-connection-test.ts'
import { useWizardAddress } from './use-wizard-address.ts'
import { stepOf, stepsOf } from './wizard-steps.ts'

type ByType<T> = Readonly<Record<string, T>>

const NOTHING_CONNECTED =
  'The service was not added. Check your connection and try again; what you typed is still here.'

/** The steps with all that was typed in them, which stays whichever way somebody goes. */
export const AddServiceSteps = ({ types }: { types: readonly ServiceType[] }) => {
  const address = useWizardAddress()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<ByType<SettingValues>>({})
  const [names, setNames] = useState<ByType<string>>({})
  const [interval, setInterval] = useState<number | null>(STANDARD_INTERVAL)
  const isDone = useRef(false)
  const test = useConnectionTest()
  const add = useAddService({
    onAdded: ({ id }) => {
      isDone.current = true
      void navigate({ to: `/admin/services/${id}`, replace: true })
    },
  })

  const type = types.find((known) => known.type === address.type) ?? null
  const fields = useMemo(() => (type ? settingFields(type.settingsSchema) : []), [type])
  const values = useMemo(
    () => ({ ...startValues(fields), ...(type ? typed[type.type] : undefined) }),
    [fields, type, typed],
  )
  const settings = sentSettings(fields, values)
  const hasSettings = fields.length > 0
  const isTested = type !== null && test.resultFor({ type: type.type, settings })?.ok === true
  const step = stepOf({ type, step: address.step, hasSettings, isTested })
  const mustAsk = (): boolean => !isDone.current && Object.keys(typed).length > 0

  return (
    <Stack gap="lg">
      <StepList steps={stepsOf(type === null || hasSettings)} current={step} />
      {(type === null || step === 'platform') && (
        <PlatformStep
          types={types}
          takesFocus={address.hasMoved}
          onChoose={(chosen) => address.goTo({ type: chosen })}
        />
      )}
      {type !== null && step === 'settings' && (
        <SettingsStep
          key={type.type}
          {...{ type, fields, values, test }}
          onChange={(name, value) => setTyped({ ...typed, [type.type]: { ...typed[type.type], [name]: value } })}
          onBack={() => address.goTo({})}
          onNext={() => address.goTo({ type: type.type, step: 'finish' })}
        />
      )}
      {type !== null && step === 'finish' && (
        <FinishStep
          {...{ type, interval }}
          name={names[type.type] ?? type.title}
          failure={add.error ? firstMessage(add.error, NOTHING_CONNECTED) : null}
          isAdding={add.isPending}
          onName={(name) => setNames({ ...names, [type.type]: name })}
          onInterval={setInterval}
          onBack={() => address.goTo(hasSettings ? { type: type.type } : {})}
          onAdd={() =>
            add.mutate({
              type: type.type,
              name: (names[type.type] ?? type.title).trim(),
              settings,
              ...(hasPlatform(type) ? { syncEveryMinutes: interval } : {}),
            })
          }
        />
      )}
      <LeaveGuard mustAsk={mustAsk}>
        What you typed for the new service is not saved. It is lost when you leave.
      </LeaveGuard>
    </Stack>
  )
}
