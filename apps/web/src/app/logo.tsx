import type { SVGProps } from 'react'

/**
 * The wordmark: a C that reads as the rim of a glass with a drop in it, then the name. Drawn in the text's own colour,
 * its mark in the accent.
 */
export const Wordmark = (props: SVGProps<SVGSVGElement>) => (
  <svg viewBox="0 0 128 32" height={28} role="img" aria-label="Cuvee" {...props}>
    <rect width="32" height="32" rx="8" fill="#8B1E3F" />
    <path d="M22.4 11.2a8 8 0 1 0 0 9.6" fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    <circle cx="22.6" cy="16" r="1.9" fill="#fff" />
    <text x="42" y="23" fontSize="21" fontWeight="600" letterSpacing="-0.4" fill="currentColor">
      Cuvee
    </text>
  </svg>
)
