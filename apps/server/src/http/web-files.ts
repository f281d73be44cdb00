import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendNotFound } from './present-error.ts'
import { isApi } from './security-headers.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
const PAGE = 'index.html'

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

const contentHashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The inline scripts of the built page, as the content security policy names them; none if it is not built. */
export const pageScriptHashes = async (root: string | null): Promise<readonly string[]> => {
  if (root === null || !existsSync(join(root, PAGE))) return []
  const page = await readFile(join(root, PAGE), 'utf8')
  return [...page.matchAll(INLINE_SCRIPT)].map(([, text = '']) => contentHashSource(text))
}

/**
 * Serves the built web app, precompressed where a `.br` or `.gz` exists for a file. Files under `assets` have a hash in
 * their name and never change; every other URL that could be a page serves `index.html`, which routes on the client.
 *
 * @param root absolute; null or not built: only the API answers
 */
export const serveWeb = async (app: FastifyInstance, root: string | null): Promise<void> => {
  if (root === null || !existsSync(join(root, PAGE))) {
    app.setNotFoundHandler(sendNotFound)
    return
  }
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', PAGE],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(join(root, 'assets')) ? IMMUTABLE : REVALIDATE)
    },
  })
  app.setNotFoundHandler((request, reply) => (isPage(request) ? sendPage : sendNotFound)(request, reply))
}

const isDecodable = (path: string): boolean => {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

const NO_PAGE = '/404'

/** A path that neither Fastify nor the app's router can read is that of no page. */
export const routedUrl = (url: string): string => {
  const path = url.split('?')[0] ?? ''
  return isApi(url) || (isDecodable(path) && !path.startsWith('//')) ? url : NO_PAGE
}

const isPage = ({ method, url }: FastifyRequest): boolean => {
  const path = url.split('?')[0] ?? ''
  return (
    (method === 'GET' || method === 'HEAD') && !isApi(url) && (!basename(path).includes('.') || path === `/${PAGE}`)
  )
}

const sendPage = async ({ url, originalUrl }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  url === originalUrl ? reply.status(200).sendFile(PAGE) : reply.redirect(NO_PAGE)
