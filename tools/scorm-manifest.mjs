/**
 * The imsmanifest.xml of a SCORM package: one lesson that a learning system starts and follows.
 */

/** @typedef {'1.2' | '2004'} ScormVersion */

/** The page that a learning system of each version starts. */
export const launchPages = { 1.2: 'scorm12.html', 2004: 'scorm2004.html' };

/** @type {Record<ScormVersion, { spaces: string, schemaVersion: string, type: string, rules: string }>} */
const versions = {
  1.2: {
    spaces:
      'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
    schemaVersion: '1.2',
    type: 'adlcp:scormtype',
    rules: '',
  },
  2004: {
    spaces:
      'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
    schemaVersion: '2004 3rd Edition',
    type: 'adlcp:scormType',
    // The lesson says itself when it is complete and passed.
    rules:
      '\n        <imsss:sequencing><imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/></imsss:sequencing>',
  },
};

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/**
 * @param {ScormVersion} version
 * @param {{ title: string, release: string, files: readonly string[] }} lesson its title as markup, its
 *   files by their names in the package, without the manifest
 */
export function scormManifest(version, { title, release, files }) {
  const { spaces, schemaVersion, type, rules } = versions[version];
  const items = files.map((file) => `      <file href="${escape(file)}"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="posenc" version="${escape(release)}" ${spaces}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${schemaVersion}</schemaversion>
  </metadata>
  <organizations default="lesson">
    <organization identifier="lesson">
      <title>${title}</title>
      <item identifier="start" identifierref="page">
        <title>${title}</title>${rules}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" ${type}="sco" href="${launchPages[version]}">
${items.join('\n')}
    </resource>
  </resources>
</manifest>
`;
}
