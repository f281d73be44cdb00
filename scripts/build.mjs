// Builds the web app of a checkout whose packages are installed, for an image.
import { assertNode, pinnedNode } from './toolchain.mjs'
import { buildWeb } from './web-build.mjs'

assertNode()
await buildWeb(pinnedNode())
