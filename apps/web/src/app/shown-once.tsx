import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { Notice } from './notice.tsx'

interface ShownOnceProps {
  readonly title: string
  /** what it is, as a label: API key */
  readonly label: string
  readonly value: string
}

/** A secret that was just made and is never shown again, to copy. */
export const ShownOnce = ({ title, label, value }: ShownOnceProps) => (
  <Notice tone="good" role="status" title={title}>
    Copy it now. For your security, it isn’t shown again.
    <Group mt={8} gap={8}>
      <TextInput
        aria-label={label}
        readOnly
        flex="1 1 220px"
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button onClick={copy}>
            {copied ? 'Copied' : `Copy ${label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`}
          </Button>
        )}
      </CopyButton>
    </Group>
  </Notice>
)
