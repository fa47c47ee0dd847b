#!/bin/sh
# Builds the editor double into the folder $1, and the package against it into $1/package.
set -eu
out=${1:?usage: build.sh FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../../..
package=$root/sdk/unity/com.unity-tools.bridge
sh "$root/tests/unity/editor/build.sh" "$out"
mkdir -p "$out/package"

defines="UNITY_EDITOR;ENABLE_MONO;UNITY_TOOLS_TEST_FRAMEWORK"
for version in 2017_1 2017_2 2018_1 2019_1 2019_2 2019_3 2020_1 2021_1 2021_2 2021_3 2022_1 2022_2 2022_3; do
    defines="$defines;UNITY_${version}_OR_NEWER"
done

# The name of an assembly, the folder of its sources, and the assemblies that it needs.
compile() {
    name=$1
    folder=$package/$2
    shift 2
    references=
    for needed in "$@"; do
        file=$out/$needed.dll
        [ -f "$file" ] || file=$out/package/$needed.dll
        references="$references -r:$file"
    done
    find "$folder" -name '*.cs' ! -path "$package/Editor/Tests/*" | sort >"$out/package/sources.rsp"
    case $folder in */Editor/Tests) find "$folder" -name '*.cs' | sort >"$out/package/sources.rsp" ;; esac
    # shellcheck disable=SC2086
    mcs -langversion:7.2 -warn:4 -warnaserror -nologo -debug -target:library -r:System -r:System.Core "-define:$defines" \
        $references "-out:$out/package/$name.dll" "@$out/package/sources.rsp"
}

bridge=UnityTools.Bridge
core=UnityEngine.CoreModule
compile $bridge.Core Runtime/Core
compile $bridge.Player Runtime/Player $core $bridge.Core
compile $bridge.Physics Runtime/Physics $core UnityEngine.PhysicsModule $bridge.Core $bridge.Player
compile $bridge.UI Runtime/UI $core UnityEngine.UIModule UnityEngine.UI $bridge.Core $bridge.Player
compile $bridge.Image Runtime/Image $core UnityEngine.ImageConversionModule $bridge.Core $bridge.Player
compile $bridge.Editor Editor $core UnityEditor $bridge.Core $bridge.Player
compile $bridge.EditorTests Editor/Tests $core UnityEditor nunit.framework UnityEngine.TestRunner UnityEditor.TestRunner \
    $bridge.Core $bridge.Player $bridge.Editor
cp "$package/package.json" "$out/package/"
rm "$out/package/sources.rsp"
