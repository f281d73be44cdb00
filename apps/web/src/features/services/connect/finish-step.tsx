import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { hasPlatform } from '../state/service-state.ts'
import { FileDrop } from '../upload/file-drop.tsx'
import { fromOption, INTERVAL_OPTIONS, type SyncInterval, toOption } from './connect-rules.ts'
import { StepHeading } from './platform-step.tsx'
import { nameProblem } from './use-edit-form.ts'

interface FinishStepProps {
  readonly type: ServiceType
  readonly name: string
  readonly interval: SyncInterval
  readonly failure: string | null
  readonly isAdding: boolean
  readonly onName: (name: string) => void
  readonly onInterval: (interval: SyncInterval) => void
  readonly onBack: () => void
  readonly onAdd: () => void
}

/** The new service's name and sync interval. */
export const FinishStep = (props: FinishStepProps) => {
  const { type, name, interval, failure, isAdding, onName, onInterval, onBack, onAdd } = props
  const [showsProblem, setShowsProblem] = useState(false)
  const problem = nameProblem(name)
  const handleSubmit = (): void => {
    setShowsProblem(true)
    if (problem === null && !isAdding) onAdd()
  }
  return (
    <FormStack onSubmit={handleSubmit}>
      <StepHeading takesFocus>{type.title}</StepHeading>
      <TextInput
        label="Name"
        description="The name shown in Cuvee, in case you have several."
        required
        value={name}
        error={showsProblem ? problem : null}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
      />
      {hasPlatform(type) && (
        <NativeSelect
          label="Sync"
          description="The first sync fetches your full history and keeps running if you leave this page. Later, only changes are fetched."
          data={INTERVAL_OPTIONS}
          value={toOption(interval)}
          onChange={({ currentTarget }) => onInterval(fromOption(currentTarget.value))}
        />
      )}
      <FormFailure message={failure} />
      <Group justify="space-between">
        <Button variant="default" onClick={onBack} disabled={isAdding}>
          Back
        </Button>
        <Button type="submit" loading={isAdding}>
          {hasPlatform(type) ? 'Add and start first sync' : 'Add'}
        </Button>
      </Group>
    </FormStack>
  )
}

interface FileStepProps {
  readonly failure: string | null
  readonly isAdding: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly onBack: () => void
}

/** The first file, which the new service is named by. */
export const FileStep = ({ failure, isAdding, onFiles, onBack }: FileStepProps) => (
  <Stack>
    <StepHeading takesFocus>Upload a file</StepHeading>
    <FileDrop failure={failure} isBusy={isAdding} onFiles={onFiles} />
    <Group>
      <Button variant="default" onClick={onBack} disabled={isAdding}>
        Back
      </Button>
    </Group>
  </Stack>
)
