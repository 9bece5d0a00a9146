/** Styles for screens before the sign-in that contain a form and a dialog; see `styles.ts`. */
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
