import { Anchor } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

interface PageLinkProps {
  /** path and search of a page of this site, as the server gives it */
  readonly address: string
  /** said in place of what is shown; absent: what is shown says enough */
  readonly label?: string
  readonly children: ReactNode
}

/** A link to a page of ours whose address came with the data. */
export const PageLink = ({ address, label, children }: PageLinkProps) => {
  const router = useRouter()
  const handleClick = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    router.history.push(address)
  }
  return (
    <Anchor
      href={address}
      inherit
      underline="always"
      onClick={handleClick}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </Anchor>
  )
}
