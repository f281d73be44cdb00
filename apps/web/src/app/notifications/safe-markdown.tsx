import { Typography } from '@mantine/core'
import Markdown, { type Components } from 'react-markdown'

const isOwn = (address: unknown): boolean =>
  typeof address === 'string' && address !== '' && URL.parse(address, location.origin)?.origin === location.origin

const components: Components = {
  // An external image would reveal the reader to its host.
  img: ({ src, alt }) => (isOwn(src) ? <img src={src} alt={alt ?? ''} /> : <em>{alt}</em>),
  a: ({ href, children }) =>
    isOwn(href) ? (
      <a href={href}>{children}</a>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ),
}

/** Markdown without HTML, foreign images or script addresses. */
export const SafeMarkdown = ({ text }: { text: string }) => (
  <Typography fz="sm">
    <Markdown components={components}>{text}</Markdown>
  </Typography>
)

const INLINE = ['em', 'strong', 'code', 'del']

/** The same for a single line: only emphasis is kept. */
export const SafeMarkdownLine = ({ text }: { text: string }) => (
  <Markdown allowedElements={INLINE} unwrapDisallowed>
    {text}
  </Markdown>
)
