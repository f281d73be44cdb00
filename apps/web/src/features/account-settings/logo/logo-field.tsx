import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconLink, IconPhotoUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Account } from '#contract/account.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { PICTURE_TYPES } from '../../profile/photo-file.ts'
import classes from './logo.module.css'
import { LogoAddressDialog } from './logo-address-dialog.tsx'
import { LogoPreviewDialog } from './logo-preview-dialog.tsx'
import { useChosenPicture } from './use-chosen-picture.ts'
import { useLogo } from './use-logo.ts'

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
