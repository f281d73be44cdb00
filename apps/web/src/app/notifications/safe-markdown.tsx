import { Typography } from '@mantine/core'
import Markdown, { type Components } from 'react-markdown'

const isOwnImage = (src: unknown): boolean =>
  typeof src === 'string' && src !== '' && URL.parse(src, location.origin)?.origin === location.origin

const components: Components = {
  // A picture on another host would tell that host who reads this, and when.
  img: ({ src, alt }) => (isOwnImage(src) ? <img src={src} alt={alt ?? ''} /> : <em>{alt}</em>),
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
}

/** Markdown without HTML, foreign images or script addresses. */
export const SafeMarkdown = ({ text }: { text: string }) => (
  <Typography>
    <Markdown components={components}>{text}</Markdown>
  </Typography>
)
