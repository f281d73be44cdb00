import { Paper, Stack, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { BackLink } from '#web/app/heading.tsx'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { hasPlatform } from '../state/service-state.ts'
import { nameFromFile, useChosenFiles } from '../upload/chosen-files.ts'
import { useAddService } from '../use-service-changes.tsx'
import { useServiceTypes } from '../use-services.ts'
import { wizardSteps } from './connect-rules.ts'
import { ConsentStep } from './consent-step.tsx'
import { FileStep, FinishStep } from './finish-step.tsx'
import { PlatformStep, StepList } from './platform-step.tsx'
import { SettingsStep } from './settings-step.tsx'
import { useWizard } from './use-wizard.ts'

const NOT_ADDED = 'The service wasn’t added. Check your connection and try again. Your entries are still here.'

/** The wizard's steps, one at a time. */
const AddServiceSteps = ({ types }: { types: readonly ServiceType[] }) => {
  const wizard = useWizard(types)
  const { type, step, goTo, fields, values, test, hasSettings, settings, interval } = wizard
  const navigate = useNavigate()
  const isDone = useRef(false)
  const files = useRef<readonly File[]>([])
  const chosenFiles = useChosenFiles()
  const [entersCredentials, setEntersCredentials] = useState(false)
  const asksConsent = type?.consent && !entersCredentials
  const add = useAddService({
    onAdded: ({ id }) => {
      isDone.current = true
      chosenFiles.put(id, files.current)
      void navigate({ to: `/admin/services/${id}`, replace: true })
    },
  })
  const handleAdd = (chosen: ServiceType, name: string, added: readonly File[] = []): void => {
    files.current = added
    const syncing = hasPlatform(chosen) ? { syncEveryMinutes: interval } : {}
    add.mutate({ type: chosen.type, name, settings, ...syncing })
  }
  const takesFile = type?.auth === 'file'
  const failure = add.error ? firstMessage(add.error, NOT_ADDED) : null
  return (
    <Stack gap="lg">
      <StepList
        steps={asksConsent ? ['platform', 'settings'] : wizardSteps(type === null || hasSettings)}
        current={step}
      />
      {step === 'platform' && (
        <PlatformStep types={types} takesFocus={wizard.hasMoved} onChoose={(chosen) => goTo({ type: chosen })} />
      )}
      {type !== null && step === 'settings' && asksConsent && (
        <ConsentStep
          key={type.type}
          {...{ type, fields, values }}
          onChange={wizard.change}
          onBack={() => goTo({})}
          onLeave={() => {
            isDone.current = true
          }}
          onEnterCredentials={() => setEntersCredentials(true)}
        />
      )}
      {type !== null && step === 'settings' && !asksConsent && (
        <SettingsStep
          key={type.type}
          {...{ type, fields, values, test }}
          onChange={wizard.change}
          onBack={() => goTo({})}
          onNext={() => goTo({ type: type.type, step: 'finish' })}
        />
      )}
      {type !== null && step === 'finish' && takesFile && (
        <FileStep
          failure={failure}
          isAdding={add.isPending}
          onFiles={(added) => handleAdd(type, nameFromFile(added[0]?.name ?? '', type.title), added)}
          onBack={() => goTo({})}
        />
      )}
      {type !== null && step === 'finish' && !takesFile && (
        <FinishStep
          {...{ type, interval, failure }}
          name={wizard.name}
          isAdding={add.isPending}
          onName={wizard.rename}
          onInterval={wizard.setInterval}
          onBack={() => goTo(hasSettings ? { type: type.type } : {})}
          onAdd={() => handleAdd(type, wizard.name.trim())}
        />
      )}
      <LeaveGuard mustAsk={() => !isDone.current && wizard.hasTyped}>
        The new service isn’t saved yet. Your entries will be lost if you leave.
      </LeaveGuard>
    </Stack>
  )
}

/** The wizard for a new service: choose, connect, and name it or upload its first file. */
export const AddServiceScreen = () => (
  <Stack maw="var(--cuvee-width-form)" mx="auto">
    <BackLink to="/admin/services">All services</BackLink>
    <Title order={1}>Add service</Title>
    <QueryContent query={useServiceTypes()} height={240}>
      {(types) => (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <AddServiceSteps types={types} />
        </Paper>
      )}
    </QueryContent>
  </Stack>
)
