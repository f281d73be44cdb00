import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import type { useConnectionTest } from './connection-result.tsx'
import { ConnectionResult } from './connection-result.tsx'
import { StepHeading } from './platform-step.tsx'
import type { SettingField } from './setting-values.ts'
import { type SettingValue, type SettingValues, settingProblems, toSettings } from './setting-values.ts'
import { SettingsForm } from './settings-form.tsx'

interface SettingsStepProps {
  readonly type: ServiceType
  readonly fields: readonly SettingField[]
  readonly values: SettingValues
  readonly test: ReturnType<typeof useConnectionTest>
  readonly onChange: (name: string, value: SettingValue) => void
  readonly onBack: () => void
  readonly onNext: () => void
}

/** The settings of a new service, tested before anything is saved. */
export const SettingsStep = ({ type, fields, values, test, onChange, onBack, onNext }: SettingsStepProps) => {
  const [showsProblems, setShowsProblems] = useState(false)
  const problems = settingProblems(fields, values)
  const asked = { type: type.type, settings: toSettings(fields, values) }
  const { result, problems: refused, failure } = test.outcomeOf(asked)
  const canGoOn = result?.ok === true
  const handleSubmit = (): void => {
    setShowsProblems(true)
    if (Object.keys(problems).length > 0 || test.isPending) return
    if (canGoOn) onNext()
    else test.start(asked)
  }
  return (
    <FormStack onSubmit={handleSubmit}>
      <div>
        <StepHeading takesFocus>Connect {type.title}</StepHeading>
        <Text c="dimmed" size="sm">
          {type.description} Cuvee changes none of it. Credentials are stored encrypted and never shown again.
        </Text>
        {type.consentProblem !== null && (
          <Text c="dimmed" size="sm" mt="xs">
            {type.consentProblem}
          </Text>
        )}
      </div>
      <SettingsForm
        fields={fields}
        values={values}
        problems={{ ...(showsProblems ? problems : {}), ...refused }}
        onChange={onChange}
      />
      <FormFailure message={failure} />
      {result && <ConnectionResult result={result} />}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={test.isPending}>
          {canGoOn ? 'Continue' : 'Test connection'}
        </Button>
      </Group>
    </FormStack>
  )
}
