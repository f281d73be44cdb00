import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProofMethod } from '#domain/role.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'

type Typed = 'authenticator' | 'recoveryCode'

const FIELDS = {
  authenticator: {
    label: 'Code from your authenticator app',
    other: 'Use a code from your authenticator app',
    props: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 },
  },
  recoveryCode: {
    label: 'Recovery code',
    other: 'Use a recovery code',
    props: { autoComplete: 'off', maxLength: 40 },
  },
} as const satisfies Record<Typed, object>

interface FactorFormProps {
  readonly methods: readonly ProofMethod[]
  /** label of the button that submits a code */
  readonly submit: string
  readonly isBusy: boolean
  /** null: none */
  readonly failure: string | null
  readonly onCode: (proof: { readonly code: string } | { readonly recoveryCode: string }) => void
  readonly onPasskey: () => void
}

/** Asks for a second factor: a passkey, a code of an authenticator app, or a recovery code. */
export const FactorForm = ({ methods, submit, isBusy, failure, onCode, onPasskey }: FactorFormProps) => {
  const typed = (['authenticator', 'recoveryCode'] as const).filter((method) => methods.includes(method))
  const hasPasskey = methods.includes('passkey')
  const [chosen, setChosen] = useState<Typed | null>(hasPasskey ? null : (typed[0] ?? null))
  const [value, setValue] = useState('')
  const handleSubmit = (): void => {
    const text = value.trim()
    if (text === '' || chosen === null) return
    onCode(chosen === 'authenticator' ? { code: text } : { recoveryCode: text })
    setValue('')
  }
  return (
    <FormStack onSubmit={handleSubmit}>
      <FormFailure message={failure} />
      {chosen === null ? (
        <Button
          leftSection={<IconFingerprint size={18} aria-hidden />}
          loading={isBusy}
          data-autofocus
          onClick={onPasskey}
        >
          Use your passkey
        </Button>
      ) : (
        <>
          <TextInput
            key={chosen}
            label={FIELDS[chosen].label}
            required
            autoFocus
            data-autofocus
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
            {...FIELDS[chosen].props}
          />
          <Button type="submit" loading={isBusy} fullWidth>
            {submit}
          </Button>
        </>
      )}
      <Group gap="xs 16px">
        {typed
          .filter((method) => method !== chosen)
          .map((method) => (
            <Anchor key={method} component="button" type="button" size="sm" onClick={() => setChosen(method)}>
              {FIELDS[method].other}
            </Anchor>
          ))}
        {hasPasskey && chosen !== null && (
          <Anchor component="button" type="button" size="sm" onClick={() => setChosen(null)}>
            Use your passkey
          </Anchor>
        )}
      </Group>
      {methods.length === 0 && (
        <Text size="sm">
          None of your verification methods works here. Ask an administrator to reset two-step verification.
        </Text>
      )}
    </FormStack>
  )
}
