import { MAX_PICTURE_BYTES } from '#domain/picture.ts'

/** Pixels of a picture, from its upper left corner. */
export interface CropArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Side of what is sent, in pixels: twice what any screen of the product shows. */
const MAX_SIDE = 1024
/** 0 to 1; above it a photo grows faster than it looks better. */
const QUALITY = 0.92

/** Loads a picture, or throws when it is none. The address is one of this page, such as of a chosen file. */
export const loadPicture = async (url: string): Promise<HTMLImageElement> => {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  return picture
}

/** The side of the square that is made of an area: never larger than what is there. */
export const cropSide = ({ width, height }: Pick<CropArea, 'width' | 'height'>): number =>
  Math.max(1, Math.min(MAX_SIDE, Math.round(Math.min(width, height))))

/** Cuts the area out of the picture at `url`, as a JPEG file. Turned as the camera noted, and without its notes. */
export const cropPicture = async (url: string, area: CropArea): Promise<Blob> => {
  const picture = await loadPicture(url)
  const side = cropSide(area)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Cropping isn’t supported in this browser.')
  // JPEG has no transparency; without paper it would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('This photo couldn’t be cropped.')))
    canvas.toBlob(take, 'image/jpeg', QUALITY)
  })
}

/** Kinds of picture that the server takes. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

const MEGABYTE = 1024 ** 2

/** Why a file cannot be a photo; null when it may be one. What is in it is for the server to judge. */
export const pictureProblem = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null => {
  if (!PICTURE_TYPES.includes(type)) return `${name} can’t be used. Choose a JPEG, PNG, or WebP image.`
  if (size === 0) return `${name} is empty.`
  if (size <= MAX_PICTURE_BYTES) return null
  return `${name} is ${Math.ceil(size / MEGABYTE)} MB. Images can be up to ${MAX_PICTURE_BYTES / MEGABYTE} MB.`
}
