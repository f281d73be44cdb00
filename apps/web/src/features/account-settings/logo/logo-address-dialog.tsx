import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { requiredRule } from '#domain/field-rules.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useLogo } from './use-logo.ts'

/** Takes the logo over from a web address, where it is fetched once. */
export const LogoAddressDialog = ({ onClose }: { onClose: () => void }) => {
  const [address, setAddress] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { fetchFrom } = useLogo()
  const missing = isAsked ? requiredRule(address.trim()) : null
  const isSameAddress = fetchFrom.variables?.logoUrl === address.trim()
  const refusal = fetchFrom.error && isSameAddress ? firstMessage(fetchFrom.error) : null
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (address.trim() !== '') fetchFrom.mutate({ logoUrl: address.trim() }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title="Logo from an address">
      <form onSubmit={handleSubmit} noValidate>
        <Stack>
          <TextInput
            label="Address of the picture"
            description="It is fetched once and kept by Cuvee; later changes there are not followed."
            placeholder="https://www.yourwinery.com/logo.png"
            type="url"
            inputMode="url"
            required
            maxLength={2000}
            data-autofocus
            value={address}
            error={missing ?? refusal}
            onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={fetchFrom.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={fetchFrom.isPending}>
              Fetch and use it
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
