import { MAX_PICTURE_BYTES } from '#domain/field-rules.ts'

/** An area in pixels from the upper left corner. */
export interface CropArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Side of the uploaded image, in pixels: twice the largest display size. */
const MAX_SIDE = 1024
/** JPEG quality, 0 to 1: higher values add size without visible benefit. */
const QUALITY = 0.92

/** Loads an image from an object URL; throws when it is not an image. */
export const loadPicture = async (url: string): Promise<HTMLImageElement> => {
  const picture = new Image()
  picture.src = url
  await picture.decode()
  return picture
}

/** The side of the cropped square; never upscaled. */
export const cropSide = ({ width, height }: Pick<CropArea, 'width' | 'height'>): number =>
  Math.max(1, Math.min(MAX_SIDE, Math.round(Math.min(width, height))))

/** Crops an area of the image at `url` to a JPEG, with EXIF orientation applied and metadata removed. */
export const cropPicture = async (url: string, area: CropArea): Promise<Blob> => {
  const picture = await loadPicture(url)
  const side = cropSide(area)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Cropping isn’t supported in this browser.')
  // JPEG has no transparency; without a background it would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, side, side)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('This photo couldn’t be cropped.')))
    canvas.toBlob(take, 'image/jpeg', QUALITY)
  })
}

/** Image types that the server accepts. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

const MEGABYTE = 1024 ** 2

/** The error of a chosen image file; null when acceptable. The server validates the content. */
export const pictureProblem = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null => {
  if (!PICTURE_TYPES.includes(type)) return `${name} can’t be used. Choose a JPEG, PNG, or WebP image.`
  if (size === 0) return `${name} is empty.`
  if (size <= MAX_PICTURE_BYTES) return null
  return `${name} is ${Math.ceil(size / MEGABYTE)} MB. Images can be up to ${MAX_PICTURE_BYTES / MEGABYTE} MB.`
}
