import { PanelPicture } from '../home/tilePictures.tsx'
import { ComingScreen } from '../shell/ComingScreen.tsx'

/** Clients, machines and people; its tables come with a later release. */
export function PanelScreen() {
  return <ComingScreen title="Management Panel" picture={<PanelPicture />} />
}
