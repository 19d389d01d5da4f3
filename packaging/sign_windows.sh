#!/usr/bin/env bash
# Signs files for Windows by the service that holds the key: keys of certificates that are issued today
# lie in hardware and cannot be copied to where a package is built. Usage: sign_windows.sh FILE...
# The environment names the service as `jsign` calls it (docs/RELEASING.md has examples):
#   SIGNING_STORE     DIGICERTONE, ESIGNER, TRUSTEDSIGNING, AZUREKEYVAULT, GOOGLECLOUD, AWS ...
#   SIGNING_KEYSTORE  its address, vault or account;  SIGNING_ALIAS  the key or profile
#   SIGNING_SECRET    token or password;  SIGNING_TIMESTAMP  a timestamp server, where not the usual one
# Without SIGNING_STORE nothing is signed, which is said.
set -eu
if [ -z "${SIGNING_STORE:-}" ]; then
    echo "::notice::Not signed, no signing service is set: $*"
    exit 0
fi
here=$(dirname "$0")
jar=$here/../build/jsign.jar
sum=2abf2ade9ea322acc2d60c24794eadc465ff9380938fca4c932d09e0b25f1c28
if ! echo "$sum  $jar" | sha256sum --check --status 2>/dev/null; then
    mkdir -p "$(dirname "$jar")"
    mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
        -Dartifact=net.jsign:jsign:7.4 -DoutputDirectory="$(dirname "$jar")" -Dmdep.stripVersion=true
    echo "$sum  $jar" | sha256sum --check --quiet
fi
options=(--storetype "$SIGNING_STORE" --storepass env:SIGNING_SECRET --alg SHA-256)
[ -z "${SIGNING_KEYSTORE:-}" ] || options+=(--keystore "$SIGNING_KEYSTORE")
[ -z "${SIGNING_ALIAS:-}" ] || options+=(--alias "$SIGNING_ALIAS")
if [ "${SIGNING_TIMESTAMP:-}" != none ]; then
    options+=(--tsaurl "${SIGNING_TIMESTAMP:-http://timestamp.digicert.com}" --tsmode RFC3161)
fi
java -jar "$jar" "${options[@]}" --replace "$@"
