import { Button, FileButton, Group, Input, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconLink, IconPhotoUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Account } from '#contract/account.ts'
import { requiredRule } from '#domain/field-rules.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { askToConfirm, DialogButtons } from '#web/app/dialog.tsx'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { PICTURE_TYPES } from '#web/features/profile/picture.ts'
import { type ChosenPicture, sendPicture, useChosenPicture } from '#web/features/profile/use-chosen-picture.ts'
import classes from './logo.module.css'

/** Changes the logo immediately. */
const useLogo = () => {
  const { rawFetch, queries, queryClient } = useRuntime()
  const show = (account: Account, done: string): void => {
    queryClient.setQueryData(queries.account.get.queryKey(), account)
    void queryClient.invalidateQueries({ queryKey: queries.account.audit.key() })
    toast.success(done)
  }
  const onSuccess = (account: Account): void => show(account, 'Logo saved')
  const upload = useMutation({
    mutationFn: async (picture: File) =>
      Account.parse(await sendPicture(rawFetch, '/account/set-photo', picture, picture.name)),
    onSuccess,
  })
  const fetchFrom = useMutation(queries.account.setLogo.mutationOptions({ onSuccess }))
  const remove = useMutation(
    queries.account.removePhoto.mutationOptions({
      onSuccess: (account) => show(account, 'Logo removed'),
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
  return { upload, fetchFrom, remove }
}

const THEMES = [
  ['light', 'On light'],
  ['dark', 'On dark'],
] as const

/** Previews the selected image in both themes before uploading it. */
const LogoPreviewDialog = ({ picture, onClose }: { picture: ChosenPicture; onClose: () => void }) => {
  const { upload } = useLogo()
  const failure = upload.error && firstMessage(upload.error, 'The logo couldn’t be saved. Please try again.')
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
        <DialogButtons
          confirm="Use logo"
          focus="confirm"
          isBusy={upload.isPending}
          locksCancel
          onConfirm={() => upload.mutate(picture.file, { onSuccess: onClose })}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  )
}

/** Imports the logo from a URL. */
const LogoAddressDialog = ({ onClose }: { onClose: () => void }) => {
  const [address, setAddress] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { fetchFrom } = useLogo()
  const missing = isSubmitted ? requiredRule(address.trim()) : null
  const isSameAddress = fetchFrom.variables?.logoUrl === address.trim()
  const refusal = fetchFrom.error && isSameAddress ? firstMessage(fetchFrom.error) : null
  const handleSubmit = (): void => {
    setSubmitted(true)
    if (address.trim() !== '') fetchFrom.mutate({ logoUrl: address.trim() }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title="Import logo from URL">
      <FormStack onSubmit={handleSubmit}>
        <TextInput
          label="Image URL"
          description="Cuvee saves a copy of the image. Later changes at this URL aren’t picked up."
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
        <DialogButtons confirm="Import logo" isBusy={fetchFrom.isPending} locksCancel onCancel={onClose} />
      </FormStack>
    </Modal>
  )
}

/** The account's logo: uploaded or imported from a URL after a preview, or removed. */
export const LogoField = ({ account }: { account: Account }) => {
  const chosen = useChosenPicture()
  const [isImporting, setImporting] = useState(false)
  const { remove } = useLogo()
  const label = useId()
  const url = account.logoImageUrlLarge
  const confirmRemoval = () =>
    askToConfirm({
      title: 'Remove logo?',
      text: 'Your winery’s name is shown instead. To restore the logo, upload the image again.',
      confirm: 'Remove logo',
      cancel: 'Keep logo',
      onConfirm: () => remove.mutate(undefined),
    })
  return (
    <Input.Wrapper label="Logo" labelElement="div" labelProps={{ id: label }} role="group" aria-labelledby={label}>
      <FormFailure message={chosen.problem} />
      <Group gap="12px 16px">
        <div className={classes.current}>
          {url === null ? 'No logo yet' : <img src={url} alt={`Logo of ${account.name}`} />}
        </div>
        <div>
          <Group gap="xs">
            <FileButton
              resetRef={chosen.resetInput}
              accept={PICTURE_TYPES.join(',')}
              onChange={(file) => void chosen.select(file)}
              inputProps={{ 'aria-label': 'Logo file' }}
            >
              {(props) => (
                <Button variant="default" leftSection={<IconPhotoUp size={16} aria-hidden />} {...props}>
                  {url === null ? 'Upload logo' : 'Change logo'}
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              leftSection={<IconLink size={16} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              Import from URL
            </Button>
            {url !== null && (
              <Button variant="subtle" color="gray" loading={remove.isPending} onClick={confirmRemoval}>
                Remove logo
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" mt={6}>
            JPEG, PNG, or WebP, up to 10 MB. The logo is updated as soon as you confirm.
          </Text>
        </div>
      </Group>
      {chosen.picture && <LogoPreviewDialog picture={chosen.picture} onClose={chosen.clear} />}
      {isImporting && <LogoAddressDialog onClose={() => setImporting(false)} />}
    </Input.Wrapper>
  )
}
