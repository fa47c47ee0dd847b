//! Implements the WIT interface `unity-tools:unity/objects`: lists and finds objects of the loaded scenes.

use crate::bindings::current::unity_tools::unity::objects::{Host, ObjectCard, ObjectFilter, ObjectOrder};
use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::{BadValue, Fault, invalid};
use crate::imports::convert::{Convert, records};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function};

impl Host for CallState {
    async fn list_objects(
        &mut self,
        filter: ObjectFilter,
        page: PageRequest,
    ) -> Result<(Vec<ObjectCard>, PageInfo), Fault> {
        let bytes = [
            &filter.query,
            &filter.name,
            &filter.path,
            &filter.component_type,
            &filter.tag,
        ]
        .into_iter()
        .flatten()
        .map(String::len)
        .sum();
        let page = page::request(page, self.page_bytes());
        let command = filter_of(filter).map(|filter| Command::ListObjects { filter, page });
        let page: host_bridge::Page<host_bridge::ObjectCard> =
            self.unity_if(Function::ListObjects, bytes, command).await?;
        Ok(page::answer(page))
    }

    async fn get(&mut self, object: String) -> Result<ObjectCard, Fault> {
        let command = page::object("object", &object).map(|object| Command::GetObject { object });
        let card: host_bridge::ObjectCard = self.unity_if(Function::GetObject, object.len(), command).await?;
        Ok(card.convert())
    }

    async fn find(&mut self, path: String, page: PageRequest) -> Result<(Vec<ObjectCard>, PageInfo), Fault> {
        let bytes = path.len();
        let page = page::request(page, self.page_bytes());
        let command = Command::FindObjects { path, page };
        let page: host_bridge::Page<host_bridge::ObjectCard> = self.unity(bytes, command).await?;
        Ok(page::answer(page))
    }
}

fn filter_of(filter: ObjectFilter) -> Result<host_bridge::ObjectFilter, BadValue> {
    Ok(host_bridge::ObjectFilter {
        scene: filter
            .scene
            .map(|scene| page::scene("filter.scene", &scene))
            .transpose()?,
        query: filter.query,
        name: filter.name,
        path: filter.path,
        component_type: filter.component_type,
        tag: filter.tag,
        layer: filter.layer,
        active_only: filter.active_only,
        under: filter
            .under
            .map(|object| page::object("filter.under", &object))
            .transpose()?,
        roots_only: filter.roots_only,
        order: match filter.order {
            ObjectOrder::Hierarchy => host_bridge::ObjectOrder::Hierarchy,
            ObjectOrder::Path => host_bridge::ObjectOrder::Path,
            ObjectOrder::Other(other) => {
                return Err(invalid("filter.order", page::quote(&other), "`hierarchy` or `path`"));
            }
        },
    })
}

records! {
    host_bridge::ObjectCard => ObjectCard {
        id name path tag layer active active_in_hierarchy component_count scene parent child_count opaque global_id
    }
}
