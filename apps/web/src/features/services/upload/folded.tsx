import { Button, Group, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface FoldedProps {
  readonly title: string
  readonly isOpenAtFirst?: boolean
  readonly children: ReactNode
}

/** What few people need to see, below a heading that shows it. */
export const Folded = ({ title, isOpenAtFirst = false, children }: FoldedProps) => {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={3}>{title}</Title>
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} ${title.toLowerCase()}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </Group>
      {isOpen && children}
    </>
  )
}
