import Markdown, { type Components } from 'react-markdown'
import { isSameSitePath } from '#domain/field-rules.ts'
import { PathLink } from '#ui/page-link.tsx'

const components: Components = {
  // The page has one first heading, its name.
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
  // A picture from elsewhere would reveal the reader to its host.
  img: ({ alt }) => <em>{alt}</em>,
  a: ({ href, children }) => {
    if (!href) return <span>{children}</span>
    if (isSameSitePath(href)) return <PathLink href={href}>{children}</PathLink>
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )
  },
}

/** Markdown without HTML and pictures, and with links to pages of this site, to the web and to email addresses only. */
export const MarkdownText = ({ text }: { text: string }) => (
  <Markdown components={components} urlTransform={safeLink}>
    {text}
  </Markdown>
)

const SCHEMES = ['http:', 'https:', 'mailto:']

/** An address that a text may link to, of which pages of this site become paths; an empty one for every other, such as a script. */
const safeLink = (address: string): string => {
  if (isSameSitePath(address)) return address
  const url = URL.parse(address)
  if (url === null || !SCHEMES.includes(url.protocol)) return ''
  const isOwn = url.origin === globalThis.location?.origin
  return isOwn ? url.pathname + url.search + url.hash : address
}
