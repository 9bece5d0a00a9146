import { Center, Text } from '@mantine/core'
import { BrandMark } from '#features/catalogue/catalogue/brand-mark.tsx'
import { ImageUpload } from '#features/system/uploads/image-upload.tsx'

interface PictureFieldProps {
  /** 'logo' or 'gambar'. */
  of: string
  /** Whose initials stand for a picture that is not there. */
  name: string
  address: string
  error: string | undefined
  onChange: (address: string) => void
}

/** A picture of a form: uploaded at once, kept with the rest of it. */
export const PictureField = ({ of, name, address, error, onChange }: PictureFieldProps) => (
  <ImageUpload
    of={of}
    address={address || null}
    doneWord="Terunggah, belum disimpan"
    empty={
      <Center h="100%">
        <BrandMark name={name || '?'} logo={null} size={56} />
      </Center>
    }
    onChange={(next) => onChange(next ?? '')}
  >
    {error && (
      <Text size="xs" c="red.8" role="alert">
        {error}
      </Text>
    )}
  </ImageUpload>
)
