import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { Notice } from '#web/app/notice.tsx'

/** The address of a new link, which is shown once. */
export const CreatedLink = ({ url }: { url: string }) => (
  <Notice tone="good" role="status" title="View link created">
    Copy the link now. For your security, it isn’t shown again.
    <Group mt={8} gap={8} wrap="nowrap">
      <TextInput
        aria-label="View link"
        readOnly
        flex={1}
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
      </CopyButton>
    </Group>
  </Notice>
)
