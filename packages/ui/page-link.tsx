import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react'

/** Opens a path of this site without loading the page again. */
type FollowLink = (href: string) => void

const FollowContext = createContext<FollowLink | 'none' | null>(null)

interface FollowLinkProviderProps {
  /** null: by the browser; `none`: the reader may not open the pages, whose names are plain text then */
  readonly follow: FollowLink | 'none' | null
  readonly children: ReactNode
}

/** How the links below are followed. */
export const FollowLinkProvider = ({ follow, children }: FollowLinkProviderProps) => (
  <FollowContext value={follow}>{children}</FollowContext>
)

/** Opens a path as a link to it does. */
export const useFollowLink = (): FollowLink => {
  const follow = useContext(FollowContext)
  if (follow === 'none') return () => undefined
  return follow ?? ((href) => location.assign(href))
}

export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

interface PathLinkProps extends Omit<ComponentProps<'a'>, 'onClick' | 'className' | 'tabIndex'> {
  /** path and query on this site */
  readonly href: string
  readonly className?: string | undefined
  readonly tabIndex?: number | undefined
}

/** A link to a page of this site. */
export const PathLink = ({ href, children, ...anchor }: PathLinkProps) => {
  const follow = useContext(FollowContext)
  if (follow === 'none') return children
  const handleClick = (event: MouseEvent): void => {
    if (follow === null || !isPlainClick(event)) return
    event.preventDefault()
    follow(href)
  }
  return (
    <a href={href} {...anchor} onClick={handleClick}>
      {children}
    </a>
  )
}
