import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { StepHeading } from './platform-step.tsx'
import {
  type SettingField,
  type SettingValue,
  type SettingValues,
  settingMessages,
  settingProblems,
  toSettings,
} from './setting-values.ts'
import { SettingsForm } from './settings-form.tsx'

/** Opens the platform's page, which sends the user back to `ConnectedScreen`. */
export const useConsent = (onLeave: () => void = () => {}) => {
  const { queries } = useRuntime()
  return useMutation(
    queries.services.connect.mutationOptions({
      onSuccess: ({ url }) => {
        onLeave()
        window.location.assign(url)
      },
    }),
  )
}

interface ConsentStepProps {
  readonly type: ServiceType
  readonly fields: readonly SettingField[]
  readonly values: SettingValues
  readonly onChange: (name: string, value: SettingValue) => void
  readonly onBack: () => void
  readonly onLeave: () => void
  /** shows the form for credentials */
  readonly onEnterCredentials: () => void
}

/** Connects by consent on the platform; asks only for the settings that are needed to find its page. */
export const ConsentStep = (props: ConsentStepProps) => {
  const { type, values, onChange, onBack, onLeave, onEnterCredentials } = props
  const fields = props.fields.filter(({ name }) => type.consent?.asks.includes(name))
  const [showsProblems, setShowsProblems] = useState(false)
  const consent = useConsent(onLeave)
  const problems = settingProblems(fields, values)
  const refused = settingMessages(fieldMessages(consent.error))
  const handleSubmit = (): void => {
    setShowsProblems(true)
    if (Object.keys(problems).length > 0) return
    consent.mutate({ type: type.type, settings: toSettings(fields, values) })
  }
  return (
    <FormStack onSubmit={handleSubmit}>
      <div>
        <StepHeading takesFocus>Connect {type.title}</StepHeading>
        <Text c="dimmed" size="sm">
          {type.description} Cuvee changes none of it.{' '}
          {type.consent?.instruction ?? `${type.title} will ask you to let Cuvee read your data.`}
        </Text>
      </div>
      {fields.length > 0 && (
        <SettingsForm
          fields={fields}
          values={values}
          problems={{ ...(showsProblems ? problems : {}), ...refused }}
          onChange={onChange}
        />
      )}
      <FormFailure message={consent.error && Object.keys(refused).length === 0 ? firstMessage(consent.error) : null} />
      <Group justify="space-between" gap="xs" wrap="wrap-reverse">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={consent.isPending || consent.isSuccess}>
          Continue to {type.title}
        </Button>
      </Group>
      <Button variant="subtle" color="gray" size="xs" style={{ alignSelf: 'center' }} onClick={onEnterCredentials}>
        Enter credentials instead
      </Button>
    </FormStack>
  )
}
