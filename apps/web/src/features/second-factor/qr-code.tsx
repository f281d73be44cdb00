import { encode } from 'uqr'

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

const QUIET_ZONE = 4
const SIDE = 208

/** A text as a QR code, always dark on white, as scanners expect. */
export const QrCode = ({ text, label }: QrCodeProps) => {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} width={SIDE} height={SIDE} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
