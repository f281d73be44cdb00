import { Button, FileButton, Group, Input, Modal, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconLink, IconPhotoUp } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import type { Account } from '#contract/account.ts'
import { requiredRule } from '#domain/field-rules.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { PICTURE_TYPES } from '#web/features/profile/photo-file.ts'
import classes from './logo.module.css'
import { type ChosenPicture, useChosenPicture, useLogo } from './use-logo.ts'

const THEMES = [
  ['light', 'On light'],
  ['dark', 'On dark'],
] as const

interface LogoPreviewDialogProps {
  readonly picture: ChosenPicture
  readonly onClose: () => void
}

/** The chosen picture as it will stand in either theme; nothing is sent before it is confirmed. */
const LogoPreviewDialog = ({ picture, onClose }: LogoPreviewDialogProps) => {
  const { upload } = useLogo()
  const failure = upload.error && firstMessage(upload.error, 'The logo could not be saved. Please try again.')
  return (
    <Modal opened onClose={onClose} title="Use this logo?">
      <Stack>
        <FormFailure message={failure} />
        <div className={classes.papers}>
          {THEMES.map(([theme, caption]) => (
            <figure key={theme}>
              <div className={classes.paper} data-theme={theme}>
                <img src={picture.url} alt={picture.file.name} />
              </div>
              <figcaption>{caption}</figcaption>
            </figure>
          ))}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={upload.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            loading={upload.isPending}
            onClick={() => upload.mutate(picture.file, { onSuccess: onClose })}
          >
            Use this logo
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Takes the logo over from a web address, where it is fetched once. */
const LogoAddressDialog = ({ onClose }: { onClose: () => void }) => {
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

/** The account's logo: chosen from a file or fetched from an address, looked at, then used; or removed. */
export const LogoField = ({ account }: { account: Account }) => {
  const chosen = useChosenPicture()
  const [asksAddress, setAsksAddress] = useState(false)
  const { remove } = useLogo()
  const label = useId()
  const url = account.logoImageUrlLarge
  const confirmRemoval = () =>
    modals.openConfirmModal({
      title: 'Remove the logo?',
      children: (
        <Text size="sm">Your winery’s name stands in its place. To have it back, upload the picture again.</Text>
      ),
      labels: { confirm: 'Remove logo', cancel: 'Keep it' },
      confirmProps: { color: 'red.9' },
      onConfirm: () => remove.mutate(undefined),
    })
  return (
    <Input.Wrapper label="Logo" labelElement="div" labelProps={{ id: label }} role="group" aria-labelledby={label}>
      <FormFailure message={chosen.problem} />
      <div className={classes.field}>
        <div className={classes.current}>
          {url === null ? 'No logo yet' : <img src={url} alt={`Logo of ${account.name}`} />}
        </div>
        <div>
          <Group gap="xs">
            <FileButton
              resetRef={chosen.resetInput}
              accept={PICTURE_TYPES.join(',')}
              onChange={(file) => void chosen.take(file)}
              inputProps={{ 'aria-label': 'Logo file' }}
            >
              {(props) => (
                <Button variant="default" leftSection={<IconPhotoUp size={16} aria-hidden />} {...props}>
                  {url === null ? 'Upload a logo' : 'Change logo'}
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              leftSection={<IconLink size={16} aria-hidden />}
              onClick={() => setAsksAddress(true)}
            >
              From an address
            </Button>
            {url !== null && (
              <Button variant="subtle" color="gray" loading={remove.isPending} onClick={confirmRemoval}>
                Remove logo
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" mt={6}>
            JPEG, PNG, or WebP, up to 10 MB. It is used as soon as you confirm it.
          </Text>
        </div>
      </div>
      {chosen.picture && <LogoPreviewDialog picture={chosen.picture} onClose={chosen.forget} />}
      {asksAddress && <LogoAddressDialog onClose={() => setAsksAddress(false)} />}
    </Input.Wrapper>
  )
}
