import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'

/** Opens a path of this site without loading the page again. */
export type FollowLink = (href: string) => void

const FollowContext = createContext<FollowLink | null>(null)

/** How the links below are followed; null: by the browser. */
export const FollowLinkProvider = ({ follow, children }: { follow: FollowLink | null; children: ReactNode }) => (
  <FollowContext value={follow}>{children}</FollowContext>
)

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

interface PathLinkProps {
  /** path and query on this site */
  readonly href: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A link to a page of this site. */
export const PathLink = ({ href, className, children }: PathLinkProps) => {
  const follow = useContext(FollowContext)
  const handleClick = (event: MouseEvent): void => {
    if (follow === null || !isPlainClick(event)) return
    event.preventDefault()
    follow(href)
  }
  return (
    <a href={href} className={className} onClick={handleClick}>
      {children}
    </a>
  )
}
